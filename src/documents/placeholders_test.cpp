#include "documents/placeholders.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace calque::documents {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> found(std::string_view text) {
  std::vector<std::string> all;
  for (const TextRange range : find_placeholders(text))
    all.emplace_back(text.substr(range.begin, range.end - range.begin));
  return all;
}

TEST(Placeholders, OfPrograms) {
  EXPECT_THAT(found("{name} {0} {{ user.name }} ${x.y} $1 {0,number} {}"),
              ElementsAre("{name}", "{0}", "{{ user.name }}", "${x.y}", "$1", "{0,number}", "{}"));
  EXPECT_THAT(
      found("%s, %d: %1$s %-5.2f %lu (%i) %(count)d %{name} %name% %1 %@."),
      ElementsAre("%s", "%d", "%1$s", "%-5.2f", "%lu", "%i", "%(count)d", "%{name}", "%name%", "%1", "%@"));
}

TEST(Placeholders, Addresses) {
  EXPECT_THAT(
      found("siehe https://example.org/a_b?c=d&e=%20f, (http://x.de/y) www.x.org. mailto:a@b.de"),
      ElementsAre("https://example.org/a_b?c=d&e=%20f", "http://x.de/y", "www.x.org", "mailto:a@b.de"));
  EXPECT_THAT(found("https://de.wikipedia.org/wiki/Köln_(Stadt)。"),
              ElementsAre("https://de.wikipedia.org/wiki/Köln_(Stadt)"));
  EXPECT_THAT(found("An max.muster+x@mail.example.org."), ElementsAre("max.muster+x@mail.example.org"));
}

TEST(Placeholders, NotWhatLooksAlike) {
  EXPECT_THAT(found("100 % sicher, 50% der Leute, 5%ig, $10, $1.50, {zwei Worte}, a @ b, x@y, https://, {"),
              IsEmpty());
  EXPECT_THAT(found("{{ ohne Ende"), IsEmpty());
}

TEST(Placeholders, OfAnyTextAreApartAndInOrder) {
  const std::string_view signs = "{}%$@sd1.(h";
  for (int i = 0; i < 200000; ++i) {
    std::string text;
    for (int rest = i; rest > 0; rest /= 11) text += signs[static_cast<std::size_t>(rest % 11)];
    std::size_t end = 0;
    for (const TextRange range : find_placeholders(text)) {
      ASSERT_LE(end, range.begin) << text;
      ASSERT_LT(range.begin, range.end) << text;
      ASSERT_LE(range.end, text.size()) << text;
      end = range.end;
    }
  }
}

}  // namespace
}  // namespace calque::documents
