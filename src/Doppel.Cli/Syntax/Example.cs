namespace Doppel.Cli;

/// <summary>An example command line.</summary>
/// <param name="Line">The command line.</param>
/// <param name="Meaning">What it does, without a full stop.</param>
internal readonly record struct Example(string Line, string Meaning);
