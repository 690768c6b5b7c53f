#include <inttypes.h>

#include "convert.h"
#include "report.h"

static void tell(const char *in, uint64_t count, const char *what)
{
    if (count)
        report("%s: lost: %" PRIu64 " %s", in, count, what);
}

void losses_report(const struct losses *losses, const char *in)
{
    if (losses->old_form)
        report("%s: lost: the old form of the header", in);
    if (losses->state_version)
        report("%s: lost: state version %" PRIu32 ", it is kept as the current one", in,
               losses->state_version);
    if (losses->unit_state)
        report("%s: lost: the state of VIF1 and VU1 at the start", in);
    tell(in, losses->vif_words, "words for VIF1; the GIF data that came of them are kept");
    tell(in, losses->starts, "starts of microprograms; the GIF data that came of them are kept");
    tell(in, losses->comments, "comments");
    tell(in, losses->texts, "texts");
    tell(in, losses->expectations, "expected results");
    tell(in, losses->waits, "waits");
    tell(in, losses->dma, "marks where a DMA transfer begins or ends");
    tell(in, losses->resets, "writes of CSR.RESET, what follows may look different");
    tell(in, losses->other,
         "writes to registers of the GIF and VIF1, their effects on the GIF's data are kept");
    tell(in, losses->interleaved,
         "times that a GIF tag's data were cut off by a reset or by another path, what follows may look "
         "different");
    tell(in, losses->split, "events of over 64 MiB as one, they are kept in pieces");
}
