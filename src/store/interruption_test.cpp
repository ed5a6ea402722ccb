#include "store/interruption.h"

#include <csignal>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/testing/scratch_folder.h"
#include "store/text_file.h"

namespace calque::store {
namespace {

constexpr StopNotices kNotices{.goes_on = "goes on\n", .begins_anew = "begins anew\n"};

TEST(Interruption, RemovesWhatIsRegisteredAndSaysWhatTheSameCommandWouldDo) {
  const testing::ScratchFolder folder;
  const std::string left = folder.file("left", "");
  const std::string kept = folder.file("kept", "");
  const auto stopped = [&] {
    clean_up_on_signals(kNotices);
    const StoppableWork outer(AfterStop::kBeginsAnew);
    const StoppableWork inner(AfterStop::kGoesOn);
    const RemovedOnStop removed(left);
    RemovedOnStop released(kept);
    released.release();
    std::raise(SIGTERM);
  };
  EXPECT_EXIT(stopped(), ::testing::KilledBySignal(SIGTERM), "goes on");
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(kept));
}

TEST(Interruption, ASignalWaitsUntilAFileIsRegistered) {
  const testing::ScratchFolder folder;
  const std::string made = folder.path("made");
  const auto stopped = [&] {
    clean_up_on_signals(kNotices);
    RemovedOnStop removed;
    {
      const StopsLater outer;
      const StopsLater inner;
      std::raise(SIGINT);
      write_whole(made, "made after the signal");
      removed = RemovedOnStop(made);
    }
    FAIL() << "went on after the signal";
  };
  EXPECT_EXIT(stopped(), ::testing::KilledBySignal(SIGINT), "");
  EXPECT_FALSE(std::filesystem::exists(made));
}

}  // namespace
}  // namespace calque::store
