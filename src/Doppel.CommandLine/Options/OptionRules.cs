using Doppel.Reports;

namespace Doppel.CommandLine;

/// <summary>The combinations of options that are refused, each with what to do instead.</summary>
internal static class OptionRules
{
    /// <summary>Gets all rules. A rule applies to every command that has its options.</summary>
    internal static IReadOnlyList<OptionRule> All { get; } =
    [
        new("quiet", OptionRelation.Excludes, "verbose"),
        new("quiet", OptionRelation.Excludes, "progress") { OtherValue = "always" },
        new("summary", OptionRelation.Excludes, "long") { Hint = "--summary prints no names" },
        new("folders-by", OptionRelation.Requires, "folders"),
        new("media-policy", OptionRelation.Requires, "media"),
        new("if-tags-lost", OptionRelation.Requires, "media"),
        new("since-last", OptionRelation.Excludes, "folders") { Hint = "run two searches" },
        new("since-last", OptionRelation.Excludes, "media") { Hint = "run two searches" },
        new("media", OptionRelation.Excludes, "folders") { Hint = "run the command twice" },
        new("exact", OptionRelation.Excludes, "reread") { Hint = "--exact always reads every file" },
        new("quick", OptionRelation.Excludes, "full"),
        .. ((string[])
        [
            "quick", "full", "cold", "warm", "drop-caches", "strategies", "sizes", "repeats", "seed", "json", "html",
        ]).Select(static name => new OptionRule("forget", OptionRelation.Excludes, name)
        {
            Hint = "--forget measures nothing",
        }),
        new("dry-run", OptionRelation.Excludes, "since-last") { Hint = "it reports no groups" },
        new("dry-run", OptionRelation.Excludes, "thumbnails") { Hint = "it reports no groups" },
        new("script", OptionRelation.Excludes, "dry-run"),
        new("script", OptionRelation.Excludes, "empty-folders"),
        new("script", OptionRelation.Excludes, "media")
        {
            Hint = "no shell tool compares audio or image data without tags: use doppel trash --media",
        },
        new("removed-list", OptionRelation.Excludes, "script") { Hint = "the script removes the files, not doppel" },
        new("removed-list", OptionRelation.Excludes, "dry-run") { Hint = "--dry-run removes nothing" },
        new("ask-each", OptionRelation.Excludes, "folders"),
        new("ask-each", OptionRelation.Excludes, "script"),
        new("absolute", OptionRelation.Requires, "symbolic"),
        new("relative", OptionRelation.Requires, "symbolic"),
        new("replicated", OptionRelation.Requires, "cluster") { Hint = "a single server has no replicas" },
        new("cluster", OptionRelation.Excludes, "host") { Hint = "docs/fleet.md says why" },
        new("no-sign", OptionRelation.Excludes, "aws-profile") { Hint = "--no-sign uses no keys" },
        new("no-sign", OptionRelation.Excludes, "requester-pays") { Hint = "only signed requests can be billed" },
    ];

    /// <summary>Refuses what a format does not support.</summary>
    /// <exception cref="UsageException">The format does not support an option.</exception>
    internal static void Check(OutputSettings output)
    {
        if ((output.Summary || output.Long) && (output.Print0 || output.Format != ReportFormat.Text))
        {
            string option = output.Summary ? "--summary" : "--long";
            string other = output.Print0 ? "-0" : $"--format {OutputOptions.NameOf(output.Format)}";
            throw new UsageException($"{option} cannot be used with {other}", "it requires the format text");
        }

        if (output.Thumbnails && output.Format != ReportFormat.Html)
        {
            throw new UsageException(
                $"--thumbnails cannot be used with --format {OutputOptions.NameOf(output.Format)}",
                "it requires the format html: add --format html, or -o FILE.html");
        }

        if (output.Print0 && output.Format is not (ReportFormat.Text or ReportFormat.Fdupes))
        {
            throw new UsageException(
                $"-0 cannot be used with --format {OutputOptions.NameOf(output.Format)}",
                "it requires the format text or fdupes");
        }
    }

    /// <summary>Refuses what a search does not support.</summary>
    /// <exception cref="UsageException">There is such a combination.</exception>
    internal static void Check(FindSettings settings)
    {
        OutputSettings output = settings.Output;
        string format = output.Print0 ? "-0" : "--format " + OutputOptions.NameOf(output.Format);
        if (settings.Request.Groups.Folders && (output.Print0 || !ReportWriter.CarriesFolders(output.Format)))
        {
            throw new UsageException(
                $"--folders cannot be used with {format}", "it requires the format text, json or html");
        }

        if (settings.Request.Media.IsOn && (output.Print0 || !ReportWriter.CarriesMedia(output.Format)))
        {
            throw new UsageException(
                $"--media cannot be used with {format}", "it requires the format text, json or html");
        }

        if (settings.DryRun && output.File is not null)
        {
            throw new UsageException("--dry-run cannot be used with --output", "it reports no groups");
        }
    }

    /// <summary>Refuses two kinds of output.</summary>
    /// <exception cref="UsageException">Both were requested.</exception>
    internal static void Check(ActSettings settings)
    {
        if (settings.Json && (settings.DryRun || settings.Script))
        {
            throw new UsageException($"--json cannot be used with --{(settings.DryRun ? "dry-run" : "script")}");
        }
    }

    /// <inheritdoc cref="Check(ActSettings)"/>
    internal static void Check(UndoSettings settings)
    {
        if (settings.Json && settings.DryRun)
        {
            throw new UsageException("--json cannot be used with --dry-run");
        }
    }

    /// <inheritdoc cref="Check(ActSettings)"/>
    internal static void Check(PlanSettings settings)
    {
        if (settings.Explain && settings.Output.File == "-")
        {
            throw new UsageException("--explain and the plan cannot both be written to standard output",
                "write the plan to a file with -o");
        }
    }

    /// <summary>Rejects options that have no effect on a plan or a report.</summary>
    /// <exception cref="UsageException">There is such an option.</exception>
    internal static void RefuseIdle(IReadOnlyList<OptionUse> uses, bool isPlan, string shown)
    {
        foreach (OptionDefinition option in uses.Select(static use => use.Definition))
        {
            if (ActingOptions.Search.Any(one => ReferenceEquals(one.Definition, option)))
            {
                throw new UsageException(
                    $"--{option.Name} applies only to searching folders, and {shown} is a {(isPlan ? "plan"
                    : "report")}",
                    $"use it when you create the report: doppel find --json --{option.Name}...");
            }

            if (isPlan && KeepOptions.All.Any(one => ReferenceEquals(one.Definition, option)))
            {
                throw new UsageException(
                    $"--{option.Name} selects which copies stay, which the plan {shown} has already decided",
                    $"create a new plan from the report: doppel plan --{option.Name}...");
            }
        }
    }
}
