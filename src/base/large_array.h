// A zeroed array for random access over many megabytes: asks the system for large pages, so that finding an
// address costs less than fetching what is there.
//
// For trivial element types. Move-only. Throws std::bad_alloc. LargePages does the same for a vector that
// grows.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace calque {

namespace detail {
struct PageDeleter {
  std::size_t bytes = 0;
  void operator()(void* pages) const noexcept;
};
using Pages = std::unique_ptr<void, PageDeleter>;
Pages map_pages(std::size_t bytes);
// Below a few megabytes small pages do, and large ones would waste memory.
inline constexpr std::size_t kWorthLargePages = std::size_t{8} << 20U;
}  // namespace detail

template <typename T>
class LargeArray {
  static_assert(std::is_trivial_v<T>);

 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size) : size_(size), pages_(detail::map_pages(size * sizeof(T))) {}

  std::size_t size() const { return size_; }
  T* data() { return static_cast<T*>(pages_.get()); }
  const T* data() const { return static_cast<const T*>(pages_.get()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }

 private:
  std::size_t size_ = 0;
  detail::Pages pages_;
};

// Allocator of std::vector.
template <typename T>
struct LargePages {
  static_assert(std::is_trivial_v<T>);
  using value_type = T;

  LargePages() = default;
  template <typename U>
  LargePages(const LargePages<U>& /*other*/) {}  // NOLINT(google-explicit-constructor): allocators are

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < detail::kWorthLargePages) return std::allocator<T>().allocate(count);
    return static_cast<T*>(detail::map_pages(bytes).release());
  }
  void deallocate(T* array, std::size_t count) noexcept {
    const std::size_t bytes = count * sizeof(T);
    if (bytes < detail::kWorthLargePages) {
      std::allocator<T>().deallocate(array, count);
    } else {
      detail::PageDeleter{bytes}(array);
    }
  }
  friend bool operator==(LargePages /*a*/, LargePages /*b*/) { return true; }
};

}  // namespace calque
