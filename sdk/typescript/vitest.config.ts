import { defineConfig } from "vitest/config";

// The tests share one stack, which tests/sdk/test_typescript.py starts.
export default defineConfig({ test: { include: ["tests/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 60_000, maxWorkers: 2 } });
