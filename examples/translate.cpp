// calque_translate MODEL: translates standard input line by line.
#include <iostream>
#include <string>

#include <calque/translator.h>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: calque_translate MODEL <TEXT\n";
    return 2;
  }
  try {
    const calque::Translator translator = calque::Translator::load(argv[1]);
    for (std::string line; std::getline(std::cin, line);)
      std::cout << translator.translate(line).text() << '\n';
  } catch (const calque::Error& error) {
    std::cerr << "calque_translate: " << error.what() << '\n';
    return error.exit_status();
  }
}
