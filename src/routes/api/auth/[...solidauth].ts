import { authConfig } from "~/server/auth";
import { SolidAuth } from "~/solid-auth";

export const { GET, POST } = SolidAuth(authConfig);
