// calque_score MODEL: the log10 probability of each line of standard input, and the perplexity of all.
#include <iostream>
#include <string>

#include <calque/error.h>
#include <calque/language_model.h>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: calque_score LANGUAGE-MODEL <TEXT\n";
    return 2;
  }
  try {
    const calque::LanguageModel model = calque::LanguageModel::load(argv[1]);
    calque::TextScore total;
    for (std::string line; std::getline(std::cin, line);) {
      const calque::TextScore score = model.score(line);
      std::cout << score.log10 << '\t' << line << '\n';
      total += score;
    }
    std::cout << "perplexity " << total.perplexity() << " over " << total.tokens << " tokens, " << total.oov
              << " of them unknown\n";
  } catch (const calque::Error& error) {
    std::cerr << "calque_score: " << error.what() << '\n';
    return error.exit_status();
  }
}
