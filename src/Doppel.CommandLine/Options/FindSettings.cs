using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.CommandLine;

/// <summary>The settings of <c>doppel find</c>.</summary>
internal sealed class FindSettings : CommandSettings
{
    internal FindSettings(ValueParser values)
        : base(values)
    {
        Request.Accepts = RootKinds.All;
        Request.AllowsMissing = true;
    }

    /// <summary>Gets or sets whether only groups are reported that are new since the last such search.</summary>
    internal bool SinceLast { get; set; }

    /// <summary>Gets or sets what requests and downloads cost.</summary>
    internal BucketPrices Prices { get; set; } = BucketPrices.Default;

    /// <summary>Gets the options about the objects in buckets, except for those that select a server.</summary>
    internal static IReadOnlyList<IOption<FindSettings>> BucketOptions =>
        [.. BudgetOptions.All, DryRunOption, PricesOption];

    /// <summary>Gets the option that shows what a search would cost.</summary>
    private static OptionDefinition<FindSettings> DryRunOption { get; } = OptionDefinition.Switch<FindSettings>(
        "dry-run", OptionCategory.Server, "Show what requests to buckets would cost",
        """
        List the buckets, compare their objects with the files as far as the lists allow, and print in place of a report
        what that took, and how many HEAD and GET requests and bytes the same search without --dry-run would still take
        at most, each with its price (--prices). Files that are read for this are known to the catalog afterwards.
        """,
        static (settings, on) => settings.DryRun = on);

    /// <summary>Gets the option that sets prices.</summary>
    private static OptionDefinition<FindSettings> PricesOption { get; } = new()
    {
        Name = "prices",
        ValueName = "LIST",
        Category = OptionCategory.Server,
        Summary = "What requests and downloads cost",
        Text = """
            The prices by which --dry-run, --stats and warnings show costs, in dollars: of 1,000 LIST requests, of 1,000
            GET or HEAD requests, and of 1,000,000,000 bytes. The default, list=0.005,get=0.0004,gb=0.09, is that of
            Amazon S3 Standard in us-east-1 with downloads to the Internet. A price that is missing is 0.
            """,
        Negation = "no-prices",
        Apply = static (settings, value) =>
            settings.Prices = value is null ? BucketPrices.Default : BucketPrices.Parse(value),
    };

    /// <summary>Gets the option that limits a report to new groups.</summary>
    internal static OptionDefinition<FindSettings> SinceLastOption { get; } = OptionDefinition.Switch<FindSettings>(
        "since-last", OptionCategory.Groups, "Only groups that are new since the last time",
        """
        Report only groups that were not there, or have gained or changed a file, since the same roots were last
        searched with --since-last. The first time, all groups are new. What was seen is kept in the catalog's folder,
        whatever the filters, and only if the search ran to completion.
        """,
        static (settings, on) => settings.SinceLast = on);

    internal override void Validate()
    {
        base.Validate();
        Output.ChooseFormatByName();
        OptionRules.Check(Output);
        OptionRules.Check(this);
    }

    /// <summary>Returns the engine's options for the given roots.</summary>
    internal FindOptions ToFindOptions(ResolvedRoots roots) => Request.ToFindOptions(roots) with
    {
        Digests = Output.Format == ReportFormat.Fclones,
        CopyFacts = SinceLast || Output.Long
            || Output.Format is ReportFormat.Json or ReportFormat.Csv or ReportFormat.Html,
    };
}
