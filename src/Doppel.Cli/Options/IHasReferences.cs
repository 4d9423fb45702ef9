namespace Doppel.Cli;

/// <summary>Settings with reference folders.</summary>
internal interface IHasReferences : IHasContext
{
    /// <summary>Gets the reference folders.</summary>
    List<TypedFolder> References { get; }

    /// <summary>Gets the saved volumes that are references, as typed; null where they are of no use.</summary>
    List<string>? SavedReferences => null;
}
