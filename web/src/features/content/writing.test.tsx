import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type WrittenSection, withEvent } from './writing';
import { WritingView } from './writing-view';

const RUN = { runId: 'r1', documentId: 'd1' };

function written(): WrittenSection[] {
  const outline = withEvent([], { ...RUN, outline: ['Costs', 'Process'] });
  const grown = withEvent(outline, { ...RUN, section: 0, heading: 'Costs', lines: [], pending: 'A repair' });
  return withEvent(grown, {
    ...RUN,
    section: 0,
    heading: 'Costs',
    lines: [
      { kind: 'sentence', text: 'A repair costs $350.', factIds: ['price-1'] },
      { kind: 'sentence', text: 'We are the best.', removed: 'no fact supports it' },
    ],
    pending: '',
    isComplete: true,
  });
}

test('later_event_replaces_the_lines_of_its_section', () => {
  const sections = written();
  expect(sections.map(({ heading, isComplete }) => [heading, isComplete])).toEqual([
    ['Costs', true],
    ['Process', false],
  ]);
  expect(sections[0]?.lines).toHaveLength(2);
});

test('event_before_the_outline_makes_room_for_its_section', () => {
  const sections = withEvent([], { ...RUN, section: 2, heading: 'Late', lines: [], isComplete: false });
  expect(sections.map(({ heading }) => heading)).toEqual(['', '', 'Late']);
});

test('sentence_that_waits_for_the_second_reading_is_shown_as_being_checked_and_then_as_kept', () => {
  const line = { kind: 'sentence' as const, text: 'Expect to pay $350.' };
  const event = { ...RUN, section: 0, heading: 'Costs' };
  const waiting = withEvent([], { ...event, lines: [{ ...line, isBeingChecked: true }] });
  const { rerender } = render(<WritingView sections={waiting} onStop={null} />);
  expect(screen.getByText('Being checked')).toBeInTheDocument();
  const kept = withEvent(waiting, { ...event, lines: [{ ...line, isSecondReading: true }], isComplete: true });
  rerender(<WritingView sections={kept} onStop={null} />);
  expect(screen.queryByText('Being checked')).not.toBeInTheDocument();
  expect(screen.getByText('Kept by the second reading')).toBeInTheDocument();
});

test('removed_sentences_are_struck_through_with_their_reason', async () => {
  const stop = vi.fn();
  render(<WritingView sections={written()} onStop={stop} />);
  expect(screen.getByText('We are the best.').tagName).toBe('DEL');
  expect(screen.getByText('Removed: no fact supports it')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('1 of 2 sections written');
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(stop).toHaveBeenCalledOnce();
});
