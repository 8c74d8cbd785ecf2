import { hydrate } from "@solidjs/web";
import App from "./app";
import { restoreAddress } from "./lib/form-result";

const app = document.getElementById("app");
restoreAddress();
if (app) hydrate(() => <App />, app);
