/*
 * What is checked: CHECK(name, id, confidence, kind, claim). Confidences and claims are those of LEVEL.md,
 * whose section stands in front of each group. Included where CHECK has a meaning.
 */
/* 1: container */
CHECK(CONTAINER_HEADER, "container.header", MEASURED, RULE, "the header names its own size, 0x60")
CHECK(CONTAINER_SECTOR, "container.sector", MEASURED, EXPECTED, "the sector word is 0 in a file of its own")
CHECK(CONTAINER_RANGES, "container.ranges", MEASURED, RULE,
      "every range lies in the file, to less than a sector")
CHECK(CONTAINER_TILING, "container.tiling", MEASURED, RULE,
      "the ranges tile the file from sector 1, in the order 1, 0, 2 .. 9")
CHECK(CONTAINER_END, "container.end", MEASURED, RULE,
      "the last range ends less than a sector past the file's end")
CHECK(CONTAINER_SOUND, "container.sound", MEASURED, EXPECTED,
      "\"SBlk\" stands near the start of the sound bank")
CHECK(CONTAINER_CHUNKS, "container.chunks", SOURCED, RULE, "a chunk's offsets lie in it, on multiples of 16")
/* 2: data extent, streams */
CHECK(DATA_BLOBS, "data.blobs", MEASURED, RULE, "every part of the data extent lies in it")
CHECK(DATA_ALIGNMENT, "data.alignment", MEASURED, EXPECTED,
      "every part of the data extent begins on a multiple of 0x40")
CHECK(DATA_APART, "data.apart", INFERRED, EXPECTED, "no two parts of the data extent overlap")
CHECK(DATA_SUM, "data.sum", MEASURED, RULE,
      "the largest end of a part, in whole sectors, is the data extent's size")
CHECK(STREAMS, "streams.decode", MEASURED, RULE, "every WAD-LZ stream decodes to its end")
CHECK(CORE_COMPRESSED, "core.compressed_size", MEASURED, RULE,
      "index word 0x88 is the compressed size of core data")
CHECK(CORE_DECOMPRESSED, "core.decompressed_size", MEASURED, RULE,
      "index word 0x8c is what core data decompress to")
/* 3: core index and data */
CHECK(CORE_ORDER, "core.order", MEASURED, RULE,
      "occlusion < sky < collision < textures base, as far as they are there, and inside of core data")
CHECK(CORE_TABLES, "core.tables", MEASURED, RULE, "every table lies in the core index")
CHECK(CORE_CLOSURE, "core.closure", MEASURED, RULE,
      "moby, tie and shrub classes, tfrag and moby textures follow each other without a gap")
CHECK(CLASS_OFFSETS, "classes.offsets", MEASURED, RULE, "a class's offset is 0 or lies in core data")
CHECK(CLASS_APART, "classes.apart", MEASURED, EXPECTED, "no two classes begin at the same place")
CHECK(CLASS_TEXTURES, "classes.textures", MEASURED, EXPECTED,
      "a class's texture slots are 0xff or in its kind's table")
CHECK(GS_PAYLOADS, "gs_ram.payloads", SOURCED, RULE,
      "every entry of the gs_ram table has its payload in gs_ram")
CHECK(GS_FORMS, "gs_ram.forms", SOURCED, EXPECTED,
      "an entry is a palette of 256 colours (psm 0 or 1; 0 x 0 or 16 x 16) or a square PSMT8 image")
CHECK(GS_ADDRESSES, "gs_ram.addresses", SOURCED, EXPECTED,
      "an entry's GS address is its offset (stash: from the first one's)")
CHECK(TEXTURE_SIZE, "textures.size", MEASURED, RULE, "width and height are powers of two, 1 to 1024")
CHECK(TEXTURE_LEVELS, "textures.levels", SOURCED, RULE,
      "a tfrag texture has 1 to 4 mip levels, and each has a place")
CHECK(TEXTURE_PIXELS, "textures.pixels", MEASURED, RULE, "levels 0 and 1 lie in core data")
CHECK(TEXTURE_MIPS, "textures.mips", MEASURED, RULE, "levels 2 and 3 lie in gs_ram")
CHECK(TEXTURE_CLUT, "textures.clut", MEASURED, RULE, "the palette's 1024 bytes lie in gs_ram")
CHECK(TEXTURE_ALIGNMENT, "textures.alignment", MEASURED, EXPECTED, "level 0 begins on a multiple of 0x100")
CHECK(TEXTURE_SQUARE, "textures.square", MEASURED, EXPECTED, "tfrag textures are square")
CHECK(TEXTURE_ALPHA, "textures.alpha", MEASURED, EXPECTED, "alpha of a palette goes from 0 to 0x80")
CHECK(TEXTURE_UPLOADS, "textures.uploads", SOURCED, EXPECTED,
      "the gs_ram table has an entry for the palette and each mip level there")
CHECK(TEXTURE_AVERAGE, "textures.average", SOURCED, EXPECTED,
      "a mip level is near the 2 x 2 average of the one above (mean error below 8 a channel)")
/* 4: landscape */
CHECK(TFRAG_BLOCK, "tfrags.block", MEASURED, RULE, "a block's patch table is at 0x40 and lies in the block")
CHECK(TFRAG_DISTANCE, "tfrags.distance", MEASURED, EXPECTED, "the LOD base distance L is 32.0")
CHECK(TFRAG_FIRST, "tfrags.first", SOURCED, EXPECTED,
      "the first data block begins right behind the patch table")
CHECK(PATCH_OFFSETS, "patches.offsets", MEASURED, RULE,
      "the parts of the data block follow each other inside of the block")
CHECK(PATCH_SIZES, "patches.sizes", MEASURED, RULE, "the four list sizes are those that the offsets give")
CHECK(PATCH_APART, "patches.apart", MEASURED, EXPECTED, "a data block begins where none has been before")
CHECK(PATCH_VIF, "patches.vif", MEASURED, RULE,
      "the lists are STROW, STMOD, STCYCL, NOP and UNPACK (FLG, no mask) and end on their last word")
CHECK(PATCH_BUFFER, "patches.buffer", SOURCED, RULE,
      "every UNPACK ends inside of the buffer of 0x148 quadwords")
CHECK(PATCH_UNPACKS, "patches.unpacks", MEASURED, RULE,
      "every UNPACK is one that its list may have, once, and none is missing")
CHECK(PATCH_STATE, "patches.state", SOURCED, EXPECTED,
      "mode, cycle and row of every UNPACK are those of its kind")
CHECK(PATCH_ORIGIN, "patches.origin", MEASURED, RULE,
      "the row of the common positions is the quadword at light_ofs")
CHECK(PATCH_ORIGINS, "patches.origins", SOURCED, RULE, "the positions of the other tiers have the same row")
CHECK(PATCH_VERTICES, "patches.vert_count", MEASURED, RULE,
      "vert_count is the number of positions of all tiers")
CHECK(PATCH_SPHERE, "patches.bsphere", MEASURED, RULE, "every position lies in the bounding sphere")
CHECK(PATCH_INFOS, "patches.infos", MEASURED, RULE,
      "there are enough vertex infos, and each names a position")
CHECK(PATCH_EXTRAS, "patches.extras", SOURCED, EXPECTED,
      "vertex infos are a tier's positions in order, and its extras behind them")
CHECK(PATCH_LINKS, "patches.links", MEASURED, RULE,
      "every parent and extra link names something that comes before it")
CHECK(PATCH_PARENTS, "patches.parents", SOURCED, EXPECTED,
      "a first parent is common (LOD-01), or common or LOD-01 (LOD-0)")
CHECK(PATCH_AD_GIFS, "patches.ad_gifs", MEASURED, RULE,
      "ad-gifs write registers 06 14 08 34 36, their texture is in the table")
CHECK(PATCH_AD_GIF_VALUES, "patches.ad_gif_values", MEASURED, EXPECTED,
      "K is -137 .. -89, MMIN 4, wrap modes 0 or 1, the word behind TEX1 2048.0, the rest 0")
CHECK(PATCH_STRIPS, "patches.strips", SOURCED, RULE,
      "strips end, load ad-gifs that are there, and use up the indices")
CHECK(PATCH_INDICES, "patches.indices", MEASURED, RULE, "every index is inside of its LOD's vertex infos")
CHECK(PATCH_TRIANGLES, "patches.tri_count", MEASURED, RULE, "tri_count is the number of LOD 0 triangles")
CHECK(PATCH_PACKETS, "patches.packets", SOURCED, RULE, "no GS packet has more than 176 quadwords")
CHECK(PATCH_COLOURS, "patches.colours", MEASURED, RULE,
      "colours are rgba_size quadwords, at least one a position")
CHECK(PATCH_LIGHTS, "patches.lights", MEASURED, RULE, "light records are as many as positions")
CHECK(PATCH_LIGHT_OFFSETS, "patches.light_offsets", SOURCED, EXPECTED,
      "a light record names its position's place in the data block")
CHECK(PATCH_LIGHT_WORDS, "patches.light_words", MEASURED, EXPECTED,
      "point_lights is 0xffff and dir_lights_one -1")
CHECK(PATCH_TEXTURE_SPHERES, "patches.texture_spheres", SOURCED, EXPECTED,
      "texture spheres are at least as many as ad-gifs, their textures in the table")
CHECK(PATCH_CLIP_BOX, "patches.clip_box", SOURCED, EXPECTED, "the clip box holds every position")
CHECK(PATCH_LAYOUT, "patches.vu_layout", SOURCED, EXPECTED,
      "the VU header's addresses are in the order of allocation")
CHECK(PATCH_RGBA_PLACE, "patches.rgba_verts_loc", INFERRED, EXPECTED,
      "rgba_verts_loc is the address of the common positions + 1")
CHECK(PATCH_RGBA_COUNTS, "patches.rgba_counts", INFERRED, EXPECTED,
      "the rgba counts are the LODs' positions in whole quadwords")
CHECK(PATCH_SLACK, "patches.slack", INFERRED, EXPECTED, "colours sent in fours end before the vertex infos")
/* 7: lighting */
CHECK(NORMAL_TABLE, "light.normals", MEASURED, RULE, "the overlay holds one table of 256 cosines and sines")
CHECK(LIGHT_BANK, "light.bank", SOURCED, RULE, "the gameplay part holds the directional lights")
CHECK(LIGHT_SELECT, "light.select", INFERRED, EXPECTED, "every position selects sets of the bank, or 15, which is none")
CHECK(SETTINGS, "settings.present", SOURCED, EXPECTED, "the gameplay part holds the level's settings")
CHECK(LIGHT_COUNT, "light.count", SOURCED, EXPECTED, "there are at most 12 sets of directional lights")
CHECK(LIT, "light.lit", MEASURED, EXPECTED, "every position of a valid patch is lit")
/* 8: the rest, as far as its headers go */
CHECK(MOBY_IDENTITY, "moby.packets", MEASURED, EXPECTED,
      "a packet record's list and its quadwords end where the vertex table begins")
CHECK(TIE_CLASS, "tie.class", MEASURED, EXPECTED, "the class in a tie's header is that of the table")
CHECK(TIE_DISTANCES, "tie.distances", MEASURED, EXPECTED,
      "a tie's distances are in order (1,784 of 1,864 on the disc)")
CHECK(SHRUB_CLASS, "shrub.class", MEASURED, EXPECTED, "the class in a shrub's header is that of the table")
CHECK(SHRUB_NORMALS, "shrub.normals", MEASURED, EXPECTED,
      "a shrub's 24 normals lie in its span and have length 1")
CHECK(SHRUB_BILLBOARD, "shrub.billboard", MEASURED, EXPECTED,
      "a shrub has a billboard exactly if its table entry has one")
CHECK(SKY_HEADER, "sky.header", MEASURED, EXPECTED, "the sky's shells and textures lie in its section")
CHECK(OCCLUSION_HEADER, "occlusion.header", MEASURED, EXPECTED,
      "the occlusion tree's masks and nodes lie in its section")
CHECK(COLLISION_HEADER, "collision.header", SOURCED, EXPECTED,
      "the collision's mesh and hero groups lie in its section")
