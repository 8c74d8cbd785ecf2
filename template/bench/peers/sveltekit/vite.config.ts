import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";

// The build runs the server's code, and Better Auth wants a secret of 32 characters then. The server has its own.
process.env.AUTH_SECRET ??= "the-secret-of-the-build-alone-12";

export default defineConfig({ plugins: [sveltekit({ adapter: adapter() })] });
