// Swagger UI for the one operation that the page is about.
window.ui = SwaggerUIBundle({
  url: `${location.pathname}/openapi.json`,
  dom_id: "#swagger-ui",
  docExpansion: "full",
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  validatorUrl: null,
});
