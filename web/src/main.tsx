import { render } from "preact";
import { App } from "./app";
import { keepAnnouncing } from "./state/announcements";
import { connect } from "./state/connection";
import { keepExplaining } from "./state/details";
import { keepLighting } from "./state/pointing";
import { keepTranslating } from "./state/translation";
import { t } from "./strings";
import "./styles/index.css";

document.documentElement.lang = t.code;
document.documentElement.dir = t.direction;
const place = document.getElementById("page");
if (place) render(<App />, place);
keepTranslating();
keepExplaining();
keepLighting();
keepAnnouncing();
void connect();
