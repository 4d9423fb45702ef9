namespace Doppel.Cli;

/// <summary>Settings with reference folders.</summary>
internal interface IHasReferences : IHasContext
{
    /// <summary>Gets or sets the reference folders.</summary>
    List<TypedFolder> References { get; set; }
}
