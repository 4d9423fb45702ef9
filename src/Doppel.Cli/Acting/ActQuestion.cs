using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Shows what an action is about to do and asks whether to do it.</summary>
internal sealed class ActQuestion(CommandHost host, ActSettings settings, ActOptions options, GatheredPlan plan)
{
    private readonly Messages _messages = host.MessagesFor(settings.Messages.Color);

    /// <summary>Returns whether the action is confirmed, by <c>--yes</c> or by the user's answer.</summary>
    /// <exception cref="UsageException">There is no terminal to ask on.</exception>
    internal bool IsConfirmed()
    {
        if (!settings.Yes && host.Ask is not null)
        {
            _messages.Line(new PlanOverview(host, plan, options.Action).Lines());
        }

        string files = PlanTotals.Files(plan.Summary);
        string names = plan.Summary.Names != plan.Summary.Files
            ? $"{files} ({Count.Of(plan.Summary.Names, "name")})"
            : files;
        string folders = plan.Summary.Folders > 0 && options.Action.RemovesNames()
            ? $" and {Count.Of(plan.Summary.Folders, "folder")}"
            : "";
        return Confirmation.Ask(host, settings, ActionText.Question(options.Action, names + folders),
        [
            new("l", "list all", () => Pager.Show(host, Listing())),
            new("p", "save the plan", Save),
        ]);
    }

    // One line for each name, as in the explanation of a plan.
    private IEnumerable<string> Listing()
    {
        foreach (PlanFolder folder in plan.Folders)
        {
            yield return $"folder, {Quote.Sentence(folder.Reason)}\n"
                + (folder.Keeper.IsEmpty ? "" : $"  keep  {Quote.Name(folder.Keeper.Bytes)}\n")
                + $"  drop  {Quote.Name(folder.Name.Bytes)}\n";
        }

        foreach (PlanGroup group in plan.Groups)
        {
            yield return $"{SizeText.Show(group.Size)}, {Quote.Sentence(group.Reason)}\n"
                + Names("keep", group.Keep) + Names("drop", group.Drop);
        }

        static string Names(string word, IEnumerable<PlanCopy> copies) => string.Concat(copies
            .SelectMany(static copy => copy.Names).Select(name => $"  {word}  {Quote.Name(name.Bytes)}\n"));
    }

    private void Save()
    {
        var now = FileTime.From(host.Clock.GetUtcNow());
        string file = $"doppel-plan-{host.Clock.GetUtcNow():yyyyMMdd-HHmmss}.json";
        try
        {
            using OutputTarget target = host.TargetOf(file);
            var begin = new PlanBegin
            {
                Version = ProgramVersion.Text,
                Rules = plan.Rules.Describe(),
                Roots = plan.Roots,
                Made = new ReportTime(now.Seconds, now.Nanoseconds),
            };
            var writer = new PlanWriter(target.Open(), begin, NameEscapes.Needed);
            plan.Folders.ForEach(writer.Write);
            plan.Groups.ForEach(writer.Write);
            writer.End(plan.Summary);
            target.Complete();
            _messages.Line($"saved; act on it with: doppel {host.Arguments[0]} {file}");
        }
        catch (Exception failure) when (failure is IOException or UsageException)
        {
            _messages.Warn($"cannot save the plan: {failure.Message}");
        }
    }
}
