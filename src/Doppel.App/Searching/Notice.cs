namespace Doppel.App;

/// <summary>Something that the user should know about a job.</summary>
/// <param name="Kind">What it is about.</param>
/// <param name="Text">The sentence for people, which both programs show.</param>
internal sealed record Notice(NoticeKind Kind, string Text)
{
    /// <summary>Gets whether something was missed, rather than left out because the user did not ask for it.</summary>
    internal bool IsWarning => Kind is not (NoticeKind.State or NoticeKind.Media or NoticeKind.Status);
}
