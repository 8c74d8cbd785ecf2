// @refresh reload
import { StartClient } from "@solidjs/start/client";
import { startPage } from "start-kit/browser";
import { reportFailure } from "./lib/errors";

const app = document.getElementById("app");
if (app) startPage(() => <StartClient />, app, reportFailure);
