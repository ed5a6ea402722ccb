#include "calque/version.h"

namespace calque {

const char* version() {
  return CALQUE_VERSION;
}

}  // namespace calque
