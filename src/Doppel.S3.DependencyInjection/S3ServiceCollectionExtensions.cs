using Doppel.S3;
using Doppel.S3.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Options;

namespace Microsoft.Extensions.DependencyInjection;

/// <summary>Registers the clients of Doppel.S3.</summary>
public static class S3ServiceCollectionExtensions
{
    /// <summary>Registers an <see cref="S3Client"/> as a singleton, which the container disposes.</summary>
    /// <remarks>
    /// Nothing is read or sent before a service asks for the client. Options can also be set by
    /// <c>services.Configure&lt;S3ServiceOptions&gt;(configuration.GetSection("S3"))</c>. Further calls add to the
    /// options, in their order. A registered <see cref="TimeProvider"/> becomes the client's clock.
    /// </remarks>
    /// <param name="services">The services.</param>
    /// <param name="configure">Sets the options, or null to use the environment and the AWS profile.</param>
    /// <returns>The services.</returns>
    public static IServiceCollection AddDoppelS3(
        this IServiceCollection services, Action<S3ServiceOptions>? configure = null)
    {
        AddOptions(services, Options.Options.DefaultName, configure);
        services.TryAddSingleton(static provider => ClientOf(provider, Options.Options.DefaultName));
        return services;
    }

    /// <summary>
    /// Registers an <see cref="S3Client"/> with a name, for programs that use several servers or accounts. Services ask
    /// for it by <c>[FromKeyedServices(name)] S3Client client</c>.
    /// </summary>
    /// <remarks>
    /// Each name has its own options: <c>services.Configure&lt;S3ServiceOptions&gt;(name, section)</c>. Everything else
    /// is as without a name.
    /// </remarks>
    /// <param name="services">The services.</param>
    /// <param name="name">The name of the client.</param>
    /// <param name="configure">Sets the options, or null to use the environment and the AWS profile.</param>
    /// <returns>The services.</returns>
    public static IServiceCollection AddDoppelS3(
        this IServiceCollection services, string name, Action<S3ServiceOptions>? configure = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        AddOptions(services, name, configure);
        services.TryAddKeyedSingleton(name, static (provider, key) => ClientOf(provider, (string)key!));
        return services;
    }

    private static void AddOptions(IServiceCollection services, string name, Action<S3ServiceOptions>? configure)
    {
        ArgumentNullException.ThrowIfNull(services);
        OptionsBuilder<S3ServiceOptions> builder = services.AddOptions<S3ServiceOptions>(name);
        if (configure is not null)
        {
            builder.Configure(configure);
        }
    }

    private static S3Client ClientOf(IServiceProvider provider, string name)
    {
        S3ServiceOptions settings = provider.GetRequiredService<IOptionsMonitor<S3ServiceOptions>>().Get(name);
        TimeProvider time = provider.GetService<TimeProvider>() ?? TimeProvider.System;
        var where = new S3CredentialsOptions
        {
            Endpoint = settings.Endpoint,
            Profile = settings.Profile,
            Region = settings.Region,
            Time = time,
        };

        // Containers create services synchronously. At most two small local files are read.
        S3ClientOptions options = S3Client.FindOptionsAsync(where).AsTask().GetAwaiter().GetResult() with
        {
            AddressStyle = settings.AddressStyle,
        };
        options = settings.Refine?.Invoke(options) ?? options;
        IS3CredentialsProvider? credentials = settings.IsAnonymous
            ? null
            : settings.Credentials ?? S3CredentialsProvider.Default(where);
        return new S3Client(options, credentials);
    }
}
