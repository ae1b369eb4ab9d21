{{- define "linjen.labels" -}}
app.kubernetes.io/name: linjen
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "linjen.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* What the portal and the migration have in common. */ -}}
{{- define "linjen.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: files
    persistentVolumeClaim:
      claimName: {{ .Values.files.claim }}
  - name: variants
    {{- toYaml .Values.variants | nindent 4 }}
  - name: secrets
    secret:
      secretName: {{ .Values.secret }}
      defaultMode: 288 # 0440
  - name: tmp
    emptyDir: {}
  {{- if .ofBackup }}
  - name: backup
    persistentVolumeClaim:
      claimName: {{ .Values.backup.claim }}
  {{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "linjen.container" -}}
image: {{ include "linjen.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml .Values.resources | nindent 2 }}
volumeMounts:
  - name: files
    mountPath: /var/lib/linjen
  - name: variants
    mountPath: /etc/linjen/variants
    readOnly: true
  - name: secrets
    mountPath: /run/secrets/linjen
    readOnly: true
  - name: tmp
    mountPath: /tmp
  {{- if .ofBackup }}
  - name: backup
    mountPath: /backup
  {{- end }}
env:
  - name: VARIANTS_DIR
    value: /etc/linjen/variants
  - name: DATABASE_URL_FILE
    value: /run/secrets/linjen/DATABASE_URL
  - name: PAYSLIP_KEY_FILE
    value: /run/secrets/linjen/PAYSLIP_KEY
  {{- if .Values.oldPayslipKeys }}
  - name: PAYSLIP_KEYS_OLD_FILE
    value: /run/secrets/linjen/PAYSLIP_KEYS_OLD
  {{- end }}
  {{- if .Values.workshopSecrets }}
  - name: WORKSHOP_SECRETS_FILE
    value: /run/secrets/linjen/WORKSHOP_SECRETS
  {{- end }}
  {{- if .Values.readDatabase }}
  - name: DATABASE_READ_URL_FILE
    value: /run/secrets/linjen/DATABASE_READ_URL
  {{- end }}
  {{- if .Values.s3Keys }}
  - name: S3_ACCESS_KEY_ID_FILE
    value: /run/secrets/linjen/S3_ACCESS_KEY_ID
  - name: S3_SECRET_ACCESS_KEY_FILE
    value: /run/secrets/linjen/S3_SECRET_ACCESS_KEY
  {{- end }}
  {{- if .Values.collectorHeaders }}
  - name: OTEL_EXPORTER_OTLP_HEADERS_FILE
    value: /run/secrets/linjen/OTEL_EXPORTER_OTLP_HEADERS
  {{- end }}
  {{- if .Values.settings.METRICS_PORT }}
  - name: METRICS_HOST
    value: 0.0.0.0
  {{- end }}
  {{- range $name, $value := .Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  - name: {{ $name }}
    {{- /* A whole number as it is, not as 1e+06. */}}
    value: {{ if kindIs "float64" $value }}{{ printf "%.0f" $value | quote }}{{ else }}{{ $value | toString | quote }}{{ end }}
  {{- end }}
{{- end }}
