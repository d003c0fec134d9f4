// The models of breakage: the only list of them.

#ifndef GRIST_BREAKAGE_BREAKAGE_MODELS_H
#define GRIST_BREAKAGE_BREAKAGE_MODELS_H

#include "breakage/ab_t10_model.h"
#include "breakage/tavares_model.h"
#include "common/parts.h"

namespace grist {

using BreakageModels = Parts<TavaresModel, AbT10Model>;

}    // namespace grist

#endif
