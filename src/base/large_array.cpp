#include "base/large_array.h"

#include <new>

#include <sys/mman.h>

namespace calque::detail {

void PageDeleter::operator()(void* pages) const noexcept {
  munmap(pages, bytes);
}

Pages map_pages(std::size_t bytes) {
  if (bytes == 0) return Pages(nullptr, PageDeleter{0});
  void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  // A refusal is no error.
  if (bytes >= kWorthLargePages) madvise(pages, bytes, MADV_HUGEPAGE);
  return Pages(pages, PageDeleter{bytes});
}

}  // namespace calque::detail
