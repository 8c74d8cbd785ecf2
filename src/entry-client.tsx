// @refresh reload
import { StartClient } from "@solidjs/start/client";
import { startPage } from "start-kit/browser";
import { restoreAddress } from "./lib/form-result";

const app = document.getElementById("app");
restoreAddress();
if (app) startPage(() => <StartClient />, app, console.error);
