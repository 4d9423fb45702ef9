namespace Doppel.CommandLine;

/// <summary>What options set, with the defaults until they do. Options have no other effect.</summary>
/// <remarks>
/// Every command has all parts and uses some: which options it accepts is in its definition. A command with options of
/// its own has a class for them.
/// </remarks>
/// <param name="values">Parses values.</param>
internal class CommandSettings(ValueParser values)
{
    internal ValueParser Values { get; } = values;

    /// <summary>Gets what is searched, and which copies stay.</summary>
    internal SearchRequest Request { get; } = new();

    internal OutputSettings Output { get; } = new();

    internal MessageSettings Messages { get; } = new();

    internal FleetRequest Fleet { get; } = new();

    /// <summary>Gets or sets whether not to ask before something is changed.</summary>
    internal bool Yes { get; set; }

    /// <summary>Gets or sets whether to show what would be done instead of doing it.</summary>
    internal bool DryRun { get; set; }

    /// <summary>Gets or sets whether JSON is written rather than text.</summary>
    internal bool Json { get; set; }

    /// <summary>Validates what depends on the values of options.</summary>
    /// <exception cref="UsageException">They cannot be combined.</exception>
    internal virtual void Validate() => Request.Filter.Validate();
}
