// @refresh reload
import { createHandler } from "@solidjs/start/server";
import { Document } from "../../../../src/document";

export default createHandler(() => <Document />);
