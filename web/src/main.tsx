import { render } from "preact";
import { LocationProvider, Route, Router } from "preact-iso";

import { Home } from "./home/home";
import { InvitedPage } from "./home/invited";
import { LearnPage } from "./learn/page";
import { installWorker } from "./push/installing";
import { receiveSeat } from "./push/moving";
import { ReplayPage } from "./replay/page";
import { RulesPage } from "./rules/rules";
import { applySettings } from "./settings/settings";
import { Absent } from "./shared/absent";
import { Frame } from "./shared/frame";
import { language } from "./shared/keep";
import { say } from "./shared/words";
import "./style.css";
import { TablePage } from "./table/page";

function Unknown() {
  return <Absent failure={say("unknownPage")} />;
}

function App() {
  return (
    <LocationProvider>
      <Frame>
        <Router>
          <Route path="/" component={Home} />
          <Route path="/join/:code" component={InvitedPage} />
          <Route path="/learn/:ruleset" component={LearnPage} />
          <Route path="/rules/:ruleset" component={RulesPage} />
          <Route path="/table/:game" component={TablePage} />
          <Route path="/replay/:game" component={ReplayPage} />
          <Route default component={Unknown} />
        </Router>
      </Frame>
    </LocationProvider>
  );
}

receiveSeat();
applySettings();
installWorker();
document.documentElement.lang = language.value;
const page = document.getElementById("page");
if (page) render(<App />, page);
