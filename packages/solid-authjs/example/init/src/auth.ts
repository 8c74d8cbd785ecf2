/// <reference types="node" />
import GitHub from "@auth/core/providers/github";
import Nodemailer from "@auth/core/providers/nodemailer";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { bindAuth, Passkey } from "solid-authjs";
import { getRequestEvent } from "solid-js/web";
import { database } from "./database";

export const auth = bindAuth({
  getRequestEvent,
  adapter: PrismaAdapter(database),
  experimental: { enableWebAuthn: true },
  pages: { signIn: "/sign-in" },
  providers: [GitHub, Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }), Passkey],
});
