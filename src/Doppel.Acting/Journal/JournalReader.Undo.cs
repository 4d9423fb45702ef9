using System.Text.Json;

namespace Doppel.Acting;

/// <content>Reads what undos need beyond the batches.</content>
public sealed partial class JournalReader
{
    /// <summary>Reads all outcomes of an undo, whose numbers are those of the run that it undoes.</summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal IEnumerable<JournalOutcome> OutcomesOfUndo()
    {
        List<JournalOutcome> ofLine = [];
        bool Parse(ReadOnlyMemory<byte> bytes)
        {
            OutcomeParser.Parse(bytes, 0, long.MaxValue - 1, ofLine.Add);
            return true;
        }

        for (_lines.Seek(BodyStart); _lines.Next(out ReadOnlySpan<byte> line);)
        {
            if (HeadOf(line).Type == LineType.Outcomes)
            {
                Guard(line, Parse);
            }

            long position = _lines.Position;
            foreach (JournalOutcome outcome in ofLine)
            {
                yield return outcome;
            }

            ofLine.Clear();
            _lines.Seek(position);
        }
    }

    /// <summary>
    /// Reads the files to which the run has added tags or was about to, from the last to the first.
    /// </summary>
    /// <exception cref="JournalException">The journal is damaged.</exception>
    internal IEnumerable<TagChange> TagChangesFromLast() => Enumerable.Reverse(Index.TagChanges)
        .Select(at => At(at, line =>
        {
            using JsonDocument document = JsonDocument.Parse(line);
            return TagChange.Read(document.RootElement, _numbers);
        }))
        .Select(change => change with
        {
            Name = _moved.Now(change.Name),
            Keeper = _moved.Now(change.Keeper),
            Source = change.Source.IsEmpty ? default : _moved.Now(change.Source),
        });

    /// <summary>Reads the numbers of the folders that an undo has created or was about to create.</summary>
    internal IEnumerable<long> FoldersMade() => Index.Made.SelectMany(at => At(at, static line =>
    {
        using JsonDocument document = JsonDocument.Parse(line);
        return (long[])[.. document.RootElement.GetProperty("numbers").EnumerateArray()
            .Select(static number => number.GetInt64())];
    }));
}
