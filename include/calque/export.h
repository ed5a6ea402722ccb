// What the shared library lets other programs see; everything else stays hidden inside it.
#pragma once

#define CALQUE_API __attribute__((visibility("default")))
