#include "lm/files/model_output.h"

#include <utility>

#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "lm/files/arpa.h"
#include "lm/files/binary.h"

namespace calque::lm {
namespace {

TEST(ModelOutputTest, TheNameTellsTheForm) {
  const calque::testing::ScratchFolder folder;
  const NgramModelData data =
      parse_arpa("\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-0.1\t</s>\n\n\\end\\\n", "test");
  ThreadPool threads(1);
  for (const auto& [name, arpa] : {std::pair{"m.arpa", true}, {"m.arpa.gz", true}, {"arpa", false}}) {
    const ModelOutput output{folder.path(name), {.layout = Layout::kTrie}};
    EXPECT_EQ(output.is_arpa(), arpa) << name;
    write_model(data, output, threads, silent_reporter());
    EXPECT_EQ(is_binary(output.path), !arpa) << name;
    EXPECT_EQ(read_ngram_data(output.path).vocabulary.size(), 3U) << name;
  }
  const ModelOutput standard_output{"-", {}};
  EXPECT_TRUE(standard_output.is_arpa());
}

}  // namespace
}  // namespace calque::lm
