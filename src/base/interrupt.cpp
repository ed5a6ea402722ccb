#include "base/interrupt.h"

#include "base/error.h"

namespace calque {

void Interrupt::check() const {
  if (cancel.stop_requested())
    throw Cancelled("the work was cancelled", "start it again if it is still wanted");
  if (deadline && std::chrono::steady_clock::now() >= *deadline)
    throw Cancelled("the deadline has passed",
                    "allow more time, or send less text or narrower search settings");
}

}  // namespace calque
