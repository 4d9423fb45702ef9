using System.Globalization;
using System.Text;
using Doppel.Acting;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Explains for each group which files stay and why the others go.</summary>
internal sealed class PlanExplainer(Stream stream)
{
    private const int BlockChars = 32 * 1024;

    private readonly StringBuilder _text = new();

    /// <summary>Explains one group.</summary>
    /// <exception cref="IOException">The stream could not be written.</exception>
    internal void Write(PlanOutcome outcome)
    {
        if (outcome.Groups.FirstOrDefault() is { } group)
        {
            int stay = outcome.Verdicts.Count(static verdict => verdict.Stays);
            int go = outcome.Verdicts.Count - stay;
            string what = group.Media is { } media
                ? $"{Quote.Sentence(media.Format)} files with the same payload ({MediaWords.Of(media.Policy)}) of "
                : "copies of ";
            _text.Append(CultureInfo.InvariantCulture, $"{stay + go:N0} {what}{SizeText.Show(group.Size)}: ");
            _text.Append(CultureInfo.InvariantCulture, $"keep {stay:N0}, drop {go:N0}\n");
        }
        else if (outcome.Verdicts.Count > 0 && outcome.Folders.Count > 0)
        {
            int stay = outcome.Verdicts.Count(static verdict => verdict.Stays);
            int go = outcome.Folders.Count;
            _text.Append(CultureInfo.InvariantCulture, $"{outcome.Verdicts.Count:N0} identical folders: ");
            _text.Append(CultureInfo.InvariantCulture, $"keep {stay:N0}, drop {go:N0}\n");
        }
        else if (outcome.Folders.Count > 0)
        {
            foreach (PlanFolder folder in outcome.Folders)
            {
                _text.Append($"Drop folder {Quote.Name(folder.Name.Bytes)}: {Quote.Sentence(folder.Reason)}\n");
            }
        }
        else
        {
            PlanRefusal idle = outcome.Refusals[^1];
            _text.Append($"Nothing to do for {Quote.Name(idle.Path.Bytes)}: {idle.Message}\n");
        }

        foreach (CopyVerdict verdict in outcome.Verdicts)
        {
            Append(verdict, outcome.Verdicts[0].Copy, outcome.Group?.TagsTo ?? default);
        }

        foreach (PlanGroup companion in outcome.Companions)
        {
            _text.Append("  along ").Append(Quote.Name(companion.Drop[0].Names[0].Bytes))
                .Append(companion.IsMoved ? $" to {Quote.Name(companion.Keep[0].Names[0].Bytes)}" : "")
                .Append($": companion of {Quote.Name(companion.CompanionOf[0].Bytes)}\n");
        }

        foreach (PlanRefusal refusal in outcome.Refusals.Where(refusal => refusal.IsProblem))
        {
            _text.Append($"  skip  {Quote.Name(refusal.Path.Bytes)}: {Quote.Sentence(refusal.Message)}\n");
        }

        _text.Append('\n');
        if (_text.Length >= BlockChars)
        {
            Flush();
        }
    }

    /// <summary>Writes the buffered text to the stream.</summary>
    internal void Flush()
    {
        stream.Write(Encoding.UTF8.GetBytes(_text.ToString()));
        _text.Clear();
    }

    private void Append(CopyVerdict verdict, PlanCopy keeper, ReportName tagsTo)
    {
        IReadOnlyList<ReportName> names = verdict.Copy.Names;
        _text.Append(verdict.Stays ? "  keep  " : "  drop  ").Append(Quote.Name(names[0].Bytes));
        _text.Append(verdict.Why.Length > 0 ? ": " : "").Append(Quote.Sentence(verdict.Why));
        _text.Append(!verdict.Stays && verdict.Copy.IsHeld ? ", frees nothing\n" : "\n");
        for (int i = 1; i < names.Count; i++)
        {
            _text.Append("      = ").Append(Quote.Name(names[i].Bytes)).Append('\n');
        }

        foreach (PlanLink link in verdict.Copy.SymbolicLinks)
        {
            _text.Append("     <- ").Append(Quote.Name(link.Name.Bytes)).Append('\n');
        }

        foreach (string line in MediaText.Lines(verdict.Copy, tagsTo))
        {
            _text.Append($"        {line}\n");
        }

        string changes = MetadataChangeText.Of(verdict.Copy.Changes, verdict.Copy.Facts, keeper.Facts);
        _text.Append(changes.Length > 0 ? $"        a hard link would change {changes}\n" : "");
    }
}
