import GitHub from "@auth/core/providers/github";
import { getRequestEvent } from "@solidjs/web";
import { bindAuth } from "solid-authjs";

export const auth = bindAuth({ getRequestEvent, providers: [GitHub] });
