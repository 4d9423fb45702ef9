namespace Doppel.Cli;

/// <summary>
/// An option that can be applied to settings. The compiler lets a command have an option only if the command's settings
/// contain what the option changes.
/// </summary>
/// <typeparam name="TSettings">The settings of a command, or a part of them.</typeparam>
internal interface IOption<in TSettings>
{
    /// <summary>Gets the name and description.</summary>
    OptionDefinition Definition { get; }

    /// <summary>Applies a value, or restores the default if the value is null.</summary>
    /// <exception cref="UsageException">The value is invalid.</exception>
    void Apply(TSettings settings, string? value);
}
