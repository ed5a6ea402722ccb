// calque_train SOURCE TARGET MODEL: trains a translator and shows a progress bar.
#include <iostream>
#include <string>

#include <calque/error.h>
#include <calque/trainer.h>

namespace {

// "aligning words [#####.....]", in one line that is written over and over.
class ProgressBar {
 public:
  void operator()(const calque::Progress& progress) {
    switch (progress.kind) {
      case calque::Progress::Kind::kStage:
        stage_ = progress.text;
        std::cerr << "\r\033[K" << stage_;
        break;
      case calque::Progress::Kind::kProgress:
        if (progress.total > 0) draw(10 * progress.done / progress.total);
        break;
      case calque::Progress::Kind::kNote:
      case calque::Progress::Kind::kWarning:
        std::cerr << "\r\033[K" << progress.text << '\n';
        break;
    }
  }

 private:
  void draw(std::size_t tenths) const {
    std::cerr << '\r' << stage_ << " [" << std::string(tenths, '#') << std::string(10 - tenths, '.') << ']';
  }

  std::string stage_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: calque_train SOURCE TARGET MODEL\n";
    return 2;
  }
  try {
    calque::TrainerOptions options;
    options.corpus = {argv[1], argv[2]};
    options.model_folder = argv[3];
    options.progress = ProgressBar();
    const calque::TrainingReport report = calque::Trainer(options).run();
    std::cerr << "\r\033[K";
    std::cout << report.model_folder << ": " << report.seconds << " seconds; see " << report.report << '\n';
  } catch (const calque::Error& error) {
    std::cerr << "\r\033[Kcalque_train: " << error.what() << '\n';
    return error.exit_status();
  }
}
