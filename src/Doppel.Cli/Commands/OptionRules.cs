namespace Doppel.Cli;

/// <summary>Lists the options that exclude or require each other.</summary>
/// <remarks>
/// Rules that depend on values, such as the format of the results, are in the settings of each command.
/// </remarks>
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
        new("since-last", OptionRelation.Excludes, "folders") { Hint = "run two searches" },
        new("since-last", OptionRelation.Excludes, "media") { Hint = "run two searches" },
        new("exact", OptionRelation.Excludes, "reread") { Hint = "--exact always reads every file" },
        new("quick", OptionRelation.Excludes, "full"),
        .. TuneOptions.All.Select(static option => option.Name).Where(static name => name != "forget").Select(
            static name => new OptionRule("forget", OptionRelation.Excludes, name)
            {
                Hint = "--forget measures nothing",
            }),
        new("no-sign", OptionRelation.Excludes, "aws-profile") { Hint = "--no-sign uses no keys" },
        new("no-sign", OptionRelation.Excludes, "requester-pays") { Hint = "only signed requests can be billed" },
    ];
}
