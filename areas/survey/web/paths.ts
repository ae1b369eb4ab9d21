export const surveyPath = 'medarbetarundersokning'
