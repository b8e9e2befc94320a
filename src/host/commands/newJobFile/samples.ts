import { l10n } from '../../ui/l10n.ts';
import { sampleComments } from './sampleComments.ts';
import { modalityIcons } from '../../models/modality.ts';

/** A job file of the folder `samples`, as New Job File offers it. */
interface Sample {
  /** Name of the file without `.gen.yaml`. */
  readonly sample: string;
  readonly icon: string;
  readonly label: string;
  /** Contains the words that users enter to find the sample. */
  readonly detail: string;
}

/** Lists one sample for each kind of result, then those that show what job files can do. */
export function listSamples(): readonly Sample[] {
  return [
    {
      sample: 'lighthouse',
      icon: modalityIcons.image,
      label: l10n.t('Image'),
      detail: l10n.t('A picture, photo, drawing or painting from a description'),
    },
    {
      sample: 'harbor-song',
      icon: modalityIcons.music,
      label: l10n.t('Song'),
      detail: l10n.t('Music, sung with your lyrics'),
    },
    {
      sample: 'welcome',
      icon: modalityIcons.speech,
      label: l10n.t('Speech'),
      detail: l10n.t('A voice that reads aloud: narration, text to speech'),
    },
    {
      sample: 'paper-boat',
      icon: modalityIcons.video,
      label: l10n.t('Video'),
      detail: l10n.t('A clip or film from a description'),
    },
    {
      sample: 'storm-keeper',
      icon: modalityIcons.chat,
      label: l10n.t('Text'),
      detail: l10n.t('A story, a list or an answer from a chat model'),
    },
    {
      sample: 'four-seasons',
      icon: 'table',
      label: l10n.t('Matrix of variants'),
      detail: l10n.t('One image for each combination of values, to compare them'),
    },
    {
      sample: 'postcard',
      icon: 'type-hierarchy',
      label: l10n.t('Chain of jobs'),
      detail: l10n.t('Jobs that use the results of others: an idea, its image, a clip and a voice'),
    },
  ];
}

/** Translates the lines of a sample that are comments. Its values stay as they are. */
export function translateComments(text: string): string {
  return text.replaceAll(sampleComments, (comment) => l10n.t(comment));
}
