namespace Doppel.Cli;

/// <summary>
/// The settings of a command, with the defaults until options change them. Options only set values here and have no
/// other effect.
/// </summary>
/// <param name="context">Where option values are parsed.</param>
internal class CommandSettings(OptionContext context) : IHasContext
{
    public OptionContext Context { get; } = context;

    /// <summary>Validates the combination of options.</summary>
    /// <exception cref="UsageException">Some options cannot be combined.</exception>
    internal virtual void Validate()
    {
    }
}

/// <summary>Settings whose options need the clock, the volume or the paths to parse a value.</summary>
internal interface IHasContext
{
    /// <summary>Gets where option values are parsed.</summary>
    OptionContext Context { get; }
}
