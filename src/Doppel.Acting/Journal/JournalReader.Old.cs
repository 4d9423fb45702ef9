using System.Text.Json;
using Doppel.Reports;

namespace Doppel.Acting;

/// <content>Reads journals of schema 1, which contain one object per intent and one per outcome.</content>
public sealed partial class JournalReader
{
    private IEnumerable<long> OldFoldersMade()
    {
        for (_lines.Seek(BodyStart); _lines.Next(out ReadOnlySpan<byte> line);)
        {
            if (Guard(line, OldOutcome) is
                { Status: ActStatus.Unfinished, Reason: OldLines.MadeAgain } outcome)
            {
                long position = _lines.Position;
                yield return outcome.Number;
                _lines.Seek(position);
            }
        }
    }

    private void ReadOldIntents(
        int index, ActionKind action, List<JournalIntent> intents,
        Dictionary<ReportName, IReadOnlyList<ReportName>> kept)
    {
        if (Index.KeptBefore(index) is >= 0 and long at)
        {
            (ReportName keeper, IReadOnlyList<ReportName> names) = At(at, OldKept);
            kept[keeper] = names;
        }

        _lines.Seek(Index.StartOf(index));
        while (_lines.Position < Index.EndOf(index) && _lines.Next(out ReadOnlySpan<byte> line))
        {
            LineType type = HeadOf(line).Type;
            if (type == LineType.Intent)
            {
                intents.Add(Guard(line, bytes => OldIntent(bytes, action)));
            }
            else if (type == LineType.Kept)
            {
                (ReportName keeper, IReadOnlyList<ReportName> names) = Guard(line, OldKept);
                kept[keeper] = names;
            }
            else if (type == LineType.Outcome)
            {
                _lines.Seek(_lines.Start);
                break;
            }
        }
    }

    private static JournalIntent OldIntent(ReadOnlyMemory<byte> line, ActionKind action)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        return OldLines.IntentOf(document.RootElement, action);
    }

    private static (ReportName Keeper, IReadOnlyList<ReportName> Names) OldKept(ReadOnlyMemory<byte> line)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        return OldLines.KeptOf(document.RootElement);
    }

    private static JournalOutcome OldOutcome(ReadOnlyMemory<byte> line)
    {
        using JsonDocument document = JsonDocument.Parse(line);
        return document.RootElement.GetProperty("type").GetString() == "outcome"
            ? OldLines.OutcomeOf(document.RootElement)
            : default;
    }

    private static JournalTotals CountOld(ReadOnlyMemory<byte> line, JournalTotals totals)
    {
        JournalOutcome outcome = OldOutcome(line);
        return outcome.IsSuperseded ? totals : totals.With(outcome.Status, 1);
    }
}
