namespace Doppel.Acting;

/// <summary>
/// Specifies what a plan does about companions: files that belong to another one, such as the sidecar <c>a.xmp</c> of
/// <c>a.jpg</c>, and that nobody finds again without it.
/// </summary>
public enum CompanionChoice : byte
{
    /// <summary>
    /// A file goes with its companions if equal ones stay beside its keeper. Otherwise all of them stay.
    /// </summary>
    Keep,

    /// <summary>
    /// As <see cref="Keep"/>, but companions without an equal move beside the keeper, where they get its name. The file
    /// stays if one of them cannot.
    /// </summary>
    Move,

    /// <summary>Each file is judged by itself.</summary>
    Ignore,
}
