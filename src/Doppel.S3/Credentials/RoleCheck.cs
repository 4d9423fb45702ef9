using System.Globalization;

namespace Doppel.S3;

/// <summary>Creates role options from external text.</summary>
internal static class RoleCheck
{
    internal static AssumeRoleOptions Make(
        string who, string roleArn, string? sessionName, string? externalId = null, string? seconds = null)
    {
        var role = new AssumeRoleOptions { RoleArn = roleArn, ExternalId = externalId };
        if (seconds is not null)
        {
            role = role with { Duration = TimeSpan.FromSeconds(Number(who, seconds)) };
        }

        role = sessionName is null ? role : role with { SessionName = sessionName };
        try
        {
            role.Validate();
        }
        catch (ArgumentException wrong)
        {
            throw CredentialsErrors.Failed(who, wrong.Message, "Set it again.");
        }

        return role;
    }

    private static int Number(string who, string seconds) =>
        int.TryParse(seconds, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            ? number
            : throw CredentialsErrors.Failed(who, "duration_seconds is not a number", "It must be 900 to 43200.");
}
