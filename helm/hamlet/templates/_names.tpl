{{- define "hamlet.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for what is appended to it. */}}
{{- define "hamlet.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "hamlet.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "hamlet.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* The labels that every object of the release carries. Argument: the root. */}}
{{- define "hamlet.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/part-of: hamlet
{{ include "hamlet.release" . }}
{{- end }}

{{/* What tells this release from others. Argument: the root. */}}
{{- define "hamlet.release" -}}
app.kubernetes.io/name: {{ include "hamlet.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* What selects the pods of one component. Arguments: root, component. */}}
{{- define "hamlet.selector" -}}
{{ include "hamlet.release" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Name and labels of one component's object. Arguments: root, component. */}}
{{- define "hamlet.metadata" -}}
name: {{ include "hamlet.fullname" .root }}-{{ .component }}
labels:
  {{- include "hamlet.labels" .root | nindent 2 }}
  app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* An image by digest, or by tag. Arguments: image, tag (without one of its own). */}}
{{- define "hamlet.image" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ .image.tag | default .tag }}
{{- end }}
{{- end }}

{{- define "hamlet.serviceAccount" -}}
{{ .Values.serviceAccount.existing | default (include "hamlet.fullname" .) }}
{{- end }}

{{/* Selects what this release exports, in Prometheus: the jobs that the operator makes of both monitors. Argument: the root. */}}
{{- define "hamlet.series" -}}
{{- $name := include "hamlet.fullname" . -}}
{{ printf "namespace=%q,job=~%q" .Release.Namespace (printf "%s-api|%s/%s-workers" $name .Release.Namespace $name) }}
{{- end }}
