namespace Doppel.Cli;

/// <summary>A command as it was called.</summary>
/// <typeparam name="TSettings">The settings of the command.</typeparam>
/// <param name="Host">The resources of the process.</param>
/// <param name="Settings">The settings from the options.</param>
/// <param name="Uses">The options, in the order in which they were applied.</param>
/// <param name="Operands">The operands, as <see cref="ByteText"/>.</param>
internal sealed record CommandCall<TSettings>(
    CommandHost Host, TSettings Settings, IReadOnlyList<OptionUse> Uses, IReadOnlyList<string> Operands);
