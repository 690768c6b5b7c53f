# A thin front for CMake. `make` builds, `make run` shows a picture, `make test` runs every test; the last
# two also install what is missing on Debian (.ci/packages.txt).
JOBS ?= $(shell nproc)
SAMPLES = traces/samples
SAMPLE = $(SAMPLES)/landscape.p1t
SOURCES = $(shell find ee_fpu vif vu1 gs traces frontend tests -name "*.[ch]")

.PHONY: build run test asan bench accuracy samples format clean

build:
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS)

run:
	.ci/install build
	cmake --preset release
	cmake --build --preset release --parallel $(JOBS) --target path1
	build/path1 render $(SAMPLE) -o out
	@echo "The first picture is $(CURDIR)/out/f0000.png"

test:
	.ci/install build test
	$(MAKE) build
	ctest --preset release --no-tests=error --parallel $(JOBS)

asan:
	.ci/install build test
	cmake --preset asan
	cmake --build --preset asan --parallel $(JOBS)
	ctest --preset asan --no-tests=error --parallel $(JOBS)

bench: build
	build/path1 bench tests/data/dumps/scenes/*.gs.zst

# The figures of docs/accuracy.md, as its tables.
accuracy: build
	cmake --build --preset release --target accuracy_print

# Makes the samples again from their sources; needs Python 3.
samples: build
	for name in spinning_knot vif_features test_card; do \
	    python3 $(SAMPLES)/$$name.py && \
	    build/path1 trace asm $(SAMPLES)/$$name.p1s -o build/$$name.p1t && \
	    build/path1 convert build/$$name.p1t --expect console --expect pcsx2 -o $(SAMPLES)/$$name.p1t || exit 1; \
	done
	build/tests/make_level landscape build/landscape.wad
	build/path1 level trace build/landscape.wad -o build/landscape.p1t --camera $$(cat $(SAMPLES)/landscape.camera)
	build/path1 convert build/landscape.p1t --expect console --expect pcsx2 -o $(SAMPLES)/landscape.p1t \
	    --text "source=tests/level_generator*.c (make_level landscape), path1 level trace" \
	    --text "author=the path1 project" --text licence=MIT

format:
	.ci/install format
	clang-format -i $(SOURCES)

clean:
	rm -rf build build-clang build-debug build-asan out
