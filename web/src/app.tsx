import { said } from "./state/announcements";
import { t } from "./strings";
import { Alternatives } from "./components/alternatives";
import { Banner } from "./components/banner";
import { DropAnywhere } from "./components/files";
import { Header } from "./components/header";
import { LanguageBar } from "./components/language-bar";
import { Notes } from "./components/notes";
import { SourcePane } from "./components/source-pane";
import { Tabs } from "./components/tabs";
import { TargetPane } from "./components/target-pane";

export function App() {
  return (
    <>
      <a class="skip" href="#translation">
        {t.skip}
      </a>
      <Header />
      <main>
        <Banner />
        <LanguageBar />
        <div class="panes">
          <SourcePane />
          <TargetPane />
          <Alternatives />
        </div>
        <Notes />
        <Tabs />
      </main>
      <div class="hidden" role="status" aria-live="polite" aria-atomic="true">
        {said.value}
      </div>
      <DropAnywhere />
    </>
  );
}
