{{/* Who the pod runs as; with the container's part this is what the restricted pod security standard asks for. */}}
{{- define "hamlet.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "hamlet.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Where the pod may run. Argument: the component's `pod`. */}}
{{- define "hamlet.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/* The pods of one revision over zones and nodes, as far as possible. Arguments: root, component. */}}
{{- define "hamlet.spread" -}}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "hamlet.selector" $ | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}

{{/* HAMLET_REDIS_URL, HAMLET_QUEUE_REDIS_URL: a Secret holds them, or the password in them. Argument: the root. */}}
{{- define "hamlet.redisEnv" -}}
{{- $redis := .Values.redis }}
{{- $host := printf "%s-redis:6379/0" (include "hamlet.fullname" .) }}
{{- if eq $redis.mode "external" }}
- name: HAMLET_REDIS_URL
  valueFrom:
    secretKeyRef:
      name: {{ $redis.external.existingSecret }}
      key: {{ $redis.external.key }}
{{- with $redis.external.queue }}
{{- if .key }}
- name: HAMLET_QUEUE_REDIS_URL
  valueFrom:
    secretKeyRef:
      name: {{ .existingSecret | default $redis.external.existingSecret }}
      key: {{ .key }}
{{- end }}
{{- end }}
{{- else if $redis.bundled.existingSecret }}
- name: REDIS_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ $redis.bundled.existingSecret }}
      key: {{ $redis.bundled.key }}
- name: HAMLET_REDIS_URL
  value: redis://:$(REDIS_PASSWORD)@{{ $host }}
{{- else }}
- name: HAMLET_REDIS_URL
  value: redis://{{ $host }}
{{- end }}
{{- end }}

{{/*
One kind of process of the program, as a Deployment.
Arguments: root, component, values, args, grace (seconds; a process ends in three), scaled (whether something else
sets its replicas).
*/}}
{{- define "hamlet.deployment" -}}
{{- $web := eq .component "api" }}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "hamlet.metadata" . | nindent 2 }}
spec:
  {{- if not .scaled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  {{- if not $web }}
  # Nothing sends them requests, so nothing asks whether they are ready: who has not ended by then could start.
  minReadySeconds: 10
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "hamlet.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "hamlet.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
      annotations:
        # A process reads its settings when it starts.
        checksum/settings: {{ include "hamlet.settings" .root | sha256sum }}
        {{- with .values.pod.annotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "hamlet.serviceAccount" .root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ .grace }}
      securityContext:
        {{- include "hamlet.podSecurity" 10001 | nindent 8 }}
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with include "hamlet.placement" .values.pod | trim }}
      {{- . | nindent 6 }}
      {{- end }}
      topologySpreadConstraints:
        {{- include "hamlet.spread" . | trim | nindent 8 }}
      containers:
        - name: {{ .component }}
          image: {{ include "hamlet.image" (dict "image" .root.Values.image "tag" .root.Chart.AppVersion) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          # Behind the image's entry point, which keeps a signal that comes before the process can handle it.
          args: {{ toJson .args }}
          envFrom:
            - configMapRef:
                name: {{ include "hamlet.fullname" .root }}-settings
          env:
            {{- include "hamlet.redisEnv" .root | trim | nindent 12 }}
            {{- with .root.Values.push }}
            {{- if and .existingSecret (has $.component (list "api" "worker-webhooks")) }}
            - name: HAMLET_PUSH_KEY
              valueFrom:
                secretKeyRef:
                  name: {{ .existingSecret }}
                  key: {{ .key }}
            {{- end }}
            {{- end }}
            - name: HAMLET_METRICS_PORT
              value: "9464"
            {{- if $web }}
            - name: PROMETHEUS_MULTIPROC_DIR
              value: /tmp/metrics
            {{- end }}
          {{- if $web }}
          {{- include "hamlet.webServer" . | nindent 10 }}
          {{- else }}
          {{- include "hamlet.vitals" . | nindent 10 }}
          {{- end }}
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          securityContext:
            {{- include "hamlet.containerSecurity" . | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- range $ruleset, $_ := .root.Values.catalogues }}
            - name: catalogue-{{ $ruleset | replace "_" "-" }}
              mountPath: /etc/hamlet/catalogues/{{ $ruleset }}
              readOnly: true
            {{- end }}
      volumes:
        # Figures and the web server's signs of life: small, and nothing to keep.
        - name: tmp
          emptyDir:
            medium: Memory
            sizeLimit: 64Mi
        {{- range $ruleset, $configMap := .root.Values.catalogues }}
        - name: catalogue-{{ $ruleset | replace "_" "-" }}
          configMap:
            name: {{ $configMap }}
        {{- end }}
{{- end }}

{{/* Every process has one, which no Service has. */}}
{{- define "hamlet.metricsPort" -}}
- name: metrics
  containerPort: 9464
{{- end }}

{{/* The signs of life of a worker or dispatcher: it is started again when its loop stands still. */}}
{{- define "hamlet.vitals" -}}
ports:
  {{- include "hamlet.metricsPort" . | nindent 2 }}
startupProbe:
  httpGet: {path: /livez, port: metrics}
  periodSeconds: 2
  # Five minutes: where many start at once they are slow, and a restart would not help. A worker answers once it has
  # proven that it can work: an upgrade stops at one that has not.
  failureThreshold: 150
livenessProbe:
  httpGet: {path: /livez, port: metrics}
  periodSeconds: 20
  # A bot that thinks shares the process, and its one core.
  timeoutSeconds: 10
  failureThreshold: 6
{{- end }}

{{/* What a container has that answers HTTP. */}}
{{- define "hamlet.webServer" -}}
ports:
  - name: http
    containerPort: 8000
  {{- include "hamlet.metricsPort" . | nindent 2 }}
startupProbe:
  httpGet: {path: /healthz, port: http}
  periodSeconds: 2
  # Five minutes: where many start at once they are slow, and a restart would not help.
  failureThreshold: 150
livenessProbe:
  httpGet: {path: /healthz, port: http}
  periodSeconds: 10
  timeoutSeconds: 10
  failureThreshold: 6
readinessProbe:
  httpGet: {path: /readyz, port: http}
  periodSeconds: 5
  # On a full node all pods are slow at once, and without a ready one clients get no answer at all.
  timeoutSeconds: 10
  failureThreshold: 6
lifecycle:
  preStop:
    # Until nobody sends requests here any more; then long-polls are answered at once.
    sleep: {seconds: 8}
{{- end }}
