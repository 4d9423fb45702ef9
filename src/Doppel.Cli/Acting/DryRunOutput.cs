using System.Text;
using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Prints what an action would do, with one line per name, for people.</summary>
internal static class DryRunOutput
{
    private const int BlockChars = 32 * 1024;

    /// <summary>Writes all lines.</summary>
    internal static ExitCode Write(Terminal output, ActOptions options, IEnumerable<PreviewedStep> steps)
    {
        var text = new StringBuilder();
        ExitCode written = ExitCode.Done;
        foreach (PreviewedStep step in steps)
        {
            Append(text, options, step);
            if (text.Length > BlockChars)
            {
                written = PlainOutput.Write(output, text.ToString());
                text.Clear();
            }
        }

        return PlainOutput.Write(output, text.ToString()) is var last && written == ExitCode.Done ? last : written;
    }

    private static void Append(StringBuilder text, ActOptions options, PreviewedStep step)
    {
        JournalIntent intent = step.Intent;
        string verb = step.IsMoved ? ActionText.Verb(ActionKind.Move) : ActionText.Verb(options.Action);
        text.Append(step.IsLink ? "retarget" : verb).Append(' ').Append(Quote.Name(intent.Name.Bytes));
        text.Append(step switch
        {
            { IsLink: false, IsMoved: true } => $"  to {Quote.Name(intent.Keeper.Bytes)}",
            { IsLink: false } when options.Action == ActionKind.Move => $"  to {Quote.Name(intent.Target.Bytes)}",
            _ => $"  keeper {Quote.Name(intent.Keeper.Bytes)}",
        });
        text.Append(step is { CompanionOf: [ReportName main, ..], IsLink: false }
            ? $"  companion of {Quote.Name(main.Bytes)}" : "");
        string changes = options.Action == ActionKind.HardLink
            ? MetadataChangeText.Of(step.Copy.Changes, intent.Facts, intent.KeeperFacts)
            : "";
        text.Append(changes.Length > 0 ? $"  changes {changes}" : "");
        text.Append(step.Copy.LostTags.Count > 0 && !step.IsLink
            ? $"  loses {MediaText.Names(step.Copy.LostTags)}\n"
            : "\n");
        if (step.Copy.AddedTags.Count > 0 && intent.Name == step.Copy.Names[0])
        {
            foreach (string line in MediaText.Lines(step.Copy, step.TagsTo))
            {
                text.Append($"    {line}\n");
            }
        }

        if (!step.IsLink && options.Action.RemovesNames())
        {
            foreach (PlanLink link in step.Copy.SymbolicLinks)
            {
                if (link.Final == intent.Name && (!options.RetargetLinks || link.IsProtected))
                {
                    string target = Quote.Name(intent.Name.Bytes);
                    text.Append($"dangling {Quote.Name(link.Name.Bytes)}  pointed to {target}\n");
                }
            }
        }
    }
}
