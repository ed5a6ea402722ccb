#include "serve/form.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "serve/request_error.h"

namespace calque::serve {
namespace {

using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

constexpr const char* kType = "multipart/form-data; boundary=\"X y\"";

std::string part(const std::string& header, const std::string& content) {
  return "--X y\r\n" + header + "\r\n\r\n" + content + "\r\n";
}

TEST(Form, UrlEncodedFields) {
  const auto fields = parse_url_encoded("q=a+b%26&&empty=&bare&q=%C3%A4=b");
  EXPECT_THAT(fields, ElementsAre(Field(&FormField::value, "a b&"), Field(&FormField::value, ""),
                                  Field(&FormField::name, "bare"), Field(&FormField::value, "ä=b")));
  EXPECT_THAT(parse_url_encoded(""), IsEmpty());
  EXPECT_THROW(parse_url_encoded("a=%"), RequestError);
  std::string many;
  for (std::size_t i = 0; i <= kMaxFormFields; ++i) many += "a&";
  EXPECT_THROW(parse_url_encoded(many), RequestError);
}

TEST(Form, MultipartFieldsAndFiles) {
  const std::string body = "preamble\r\n" + part("Content-Disposition: form-data; name=\"q\"", "a\r\n--X b") +
                           part(
                               "content-disposition: form-data; name=file; filename=\"../c\\\\d.txt\"\r\n"
                               "Content-Type: text/plain",
                               std::string("\0x", 2)) +
                           "--X y--\r\nepilogue";
  const auto fields = parse_multipart(body, kType);
  ASSERT_EQ(fields.size(), 2);
  EXPECT_EQ(fields[0].name, "q");
  EXPECT_EQ(fields[0].value, "a\r\n--X b");
  EXPECT_FALSE(fields[0].is_file);
  EXPECT_TRUE(fields[1].is_file);
  EXPECT_EQ(fields[1].file_name, "d.txt");
  EXPECT_EQ(fields[1].content_type, "text/plain");
  EXPECT_EQ(fields[1].value, std::string("\0x", 2));
  EXPECT_THAT(parse_multipart("--X y--", kType), IsEmpty());
}

TEST(Form, DamagedMultipartIsRefused) {
  const std::string good = part("Content-Disposition: form-data; name=q", "a") + "--X y--";
  EXPECT_NO_THROW(parse_multipart(good, kType));
  for (std::size_t i = 0; i + 2 < good.size(); ++i)
    EXPECT_THROW(parse_multipart(good.substr(0, i), kType), RequestError) << i;
  EXPECT_THROW(parse_multipart(good, "multipart/form-data"), RequestError);
  EXPECT_THROW(parse_multipart(good, "multipart/form-data; boundary=" + std::string(71, 'x')), RequestError);
  for (const char* header : {"Content-Disposition: form-data", "no colon", "Content-Type: text/plain",
                             "Content-Disposition: attachment; name=q"})
    EXPECT_THROW(parse_multipart(part(header, "a") + "--X y--", kType), RequestError) << header;
}

}  // namespace
}  // namespace calque::serve
