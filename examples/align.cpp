// calque_align: reads lines "source sentence<TAB>target sentence" of tokenised text from standard input and
// prints which words translate each other, with probabilities.
#include <iostream>
#include <string>
#include <vector>

#include <calque/aligner.h>
#include <calque/error.h>

int main() {
  try {
    std::vector<calque::SentencePair> pairs;
    for (std::string line; std::getline(std::cin, line);) {
      const std::size_t tab = line.find('\t');
      if (tab == std::string::npos) {
        std::cerr << "calque_align: line " << pairs.size() + 1 << " has no tab\n";
        return 2;
      }
      pairs.push_back({line.substr(0, tab), line.substr(tab + 1)});
    }
    for (const calque::PairAlignment& alignment : calque::Aligner::train(pairs).alignments) {
      for (std::size_t i = 0; i < alignment.links.size(); ++i) {
        const calque::AlignmentLink& link = alignment.links[i];
        std::cout << (i == 0 ? "" : " ") << link.source << '-' << link.target << ':'
                  << alignment.probabilities[i];
      }
      std::cout << '\n';
    }
  } catch (const calque::Error& error) {
    std::cerr << "calque_align: " << error.what() << '\n';
    return error.exit_status();
  }
}
