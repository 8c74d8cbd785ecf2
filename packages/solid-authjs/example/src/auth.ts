import GitHub from "@auth/core/providers/github";
import { bindAuth } from "solid-authjs";
import { getRequestEvent } from "solid-js/web";

export const auth = bindAuth({ getRequestEvent, providers: [GitHub] });
